// Python, beside the page, which never waits for it. In: {boot} once, then {id, request, files, image}.
// Out: {isReady} once, {id, progress}, {id, answer, files, kept}, {failed}.
const FOLDER = "/home/pyodide/nights";
let python = null;
let bridge = null;
let fetchNetworks = null; // what reads photos: a module and its weights
let networks = null; // the same, from the first photo on

async function boot({ base, files, nights, paper }) {
  if (files) serveFrom(files);
  const address = (name) => `${base}py/${name}`;
  const text = async (name) => new TextDecoder().decode(files ? files[name] : await fetch(address(name)).then(whole));
  const script = async (name) => {
    if (files) return import(`data:text/javascript;charset=utf-8,${encodeURIComponent(await text(name))}`); // WebKit refuses `blob:` here
    return import(address(name)).catch(async (error) => { throw new Error((await wrongType(address(name))) || error); });
  };
  fetchNetworks = () => Promise.all([script("network.js"), fetch(address("weights.bin")).then(whole)]);
  const archive = files ? files["app.zip"].buffer : fetch(address("app.zip")).then(whole);
  archive.catch?.(() => {});
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all([script("pyodide.js"), script("pyodide.asm.js")]);
  python = await loadPyodide({
    indexURL: files ? "file:///py/" : `${base}py/`, createPyodideModule, lockFileContents: await text("pyodide-lock.json"),
    stdLibURL: files ? "file:///py/python_stdlib.zip" : address("python_stdlib.zip"),
    env: { HOME: "/home/pyodide", TT_PRINT_DATA: FOLDER, TT_PRINT_CONFIG: "/home/pyodide/settings" },
  });
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/python3.14/site-packages" });
  python.FS.mkdirTree(FOLDER);
  for (const [name, bytes] of Object.entries(nights)) {
    python.FS.mkdirTree(`${FOLDER}/${name}`.replace(/\/[^/]*$/, ""));
    python.FS.writeFile(`${FOLDER}/${name}`, bytes);
  }
  bridge = python.pyimport("tt_print.web.bridge").Bridge(FOLDER, paper);
  bridge.ask('{"ask": "games"}', python.toPy({}), () => {}).destroy(); // the first answer takes seconds, and nobody who reads "ready" waits for it
  postMessage({ isReady: true });
}

const nameOf = (address) => address.replace(/^.*\/py\//, "py/");
const whole = (response) => {
  if (!response.ok) throw new Error(`The web server does not send ${nameOf(response.url)} (${response.status}). Copy all files of the site there.`);
  return response.arrayBuffer();
};

// Why a script was not run, where the web server is the reason: browsers say nothing of it.
async function wrongType(address) {
  const response = await fetch(address);
  if (!response.ok) return whole(response);
  const type = response.headers.get("content-type") ?? "nothing";
  return /javascript/.test(type) ? "" : `The web server sends ${nameOf(address)} as ${type}, so browsers do not run it. It must be text/javascript.`;
}

// In one file there is no server: what would be fetched is in the page. Pyodide takes a worker in which this throws for a module, as it wants.
function serveFrom(files) {
  self.importScripts = () => { throw new Error("all scripts are in the page"); };
  self.fetch = async (what) => {
    const name = String(what?.url ?? what).split("/").pop();
    const type = name.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
    return files[name] ? new Response(files[name], { headers: { "content-type": type } }) : new Response(null, { status: 404 });
  };
}

// The pixels of a photo for Python, whose lists come and go as ours.
function openPhoto(image, [network, weights]) {
  const photo = network.openPhoto(image, weights);
  return { ...photo, find: (...asked) => python.toPy(photo.find(...asked)), look: (kind, rows, columns, poses) => python.toPy(photo.look(kind, rows, columns, poses.toJs())), statistics: () => python.toPy(photo.statistics()) };
}

async function answer({ id, request, files, image }) {
  networks ??= image && fetchNetworks();
  const read = image && (await networks.catch(() => (networks = null)));
  if (image && !read) return postMessage({ id, answer: { ok: false, error: { kind: "away", text: "What reads photos is fetched for the first one, and could not be. Connect to the network, then try again." } } });

  const progress = (label, done, total) => postMessage({ id, progress: { label, done, total } });
  const given = python.toPy(files ?? {});
  bridge.photo = image && openPhoto(image, read);
  const reply = bridge.ask(JSON.stringify(request), given, progress);
  const [text, made, kept] = reply.toJs({ dict_converter: Object.fromEntries });
  reply.destroy();
  given.destroy?.();
  postMessage({ id, answer: JSON.parse(text), files: made, kept });
}

let ready = null;
self.onmessage = async ({ data }) => {
  try {
    if (data.boot) await (ready = boot(data.boot));
    else {
      await ready;
      await answer(data);
    }
  } catch (error) {
    postMessage({ id: data.id, failed: String(error?.message ?? error) });
  }
};
