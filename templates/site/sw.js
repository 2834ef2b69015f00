// Keeps every file of this version, but what reads photos only from its first use, then asks the network for nothing. A newer version waits until nobody uses this one.
const VERSION = "{{version}}";
const FILES = ["{{files}}"];
const KEPT = `triple-topper-${VERSION}`;

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })))));
});
self.addEventListener("activate", (event) => {
  const others = caches.keys().then((names) => names.filter((name) => name.startsWith("triple-topper-") && name !== KEPT));
  event.waitUntil(others.then((names) => Promise.all(names.map((name) => caches.delete(name)))).then(() => self.clients.claim()));
});
self.addEventListener("message", (event) => event.data === "start" && self.skipWaiting());
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || new URL(event.request.url).origin !== self.location.origin) return;
  event.respondWith(caches.open(KEPT).then(async (kept) => {
    const found = await kept.match(event.request, { ignoreSearch: true });
    const reply = found ?? (await fetch(event.request));
    if (!found && reply.ok) await kept.put(event.request, reply.clone());
    return reply;
  }));
});
