"""For machines: files for services, print shops, and cutting machines, and the site."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Annotated

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, Command, backs_lines, color_warnings, printed_code, small_lines
from tt_print.export.profiles import NAMES, Choices, ExportFields
from tt_print.problems import FileName, Problem, Said
from tt_print.requests.kinds import File, Local, Number, Switch, Values, With, Without
from tt_print.requests.reading import refusing


@dataclass(frozen=True)
class Export(ExportFields, Command):
    """The files for a profile."""

    verb = "export"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """A picture for the backs also gives way to files that have none."""
        if name == "back":
            from tt_print.export.kinds import options_of

            takes = options_of(values["profile"]) if values["profile"] else ()
            if "back" not in takes or ("backs" in takes and not values["backs"]):
                return False
        return super().heeds(name, values, given)

    def problems(self) -> Iterable[Problem]:
        if not self.profile:
            yield Problem("missing", "profile")
        elif self.theme:
            yield from super().problems()

    def answer(self, call: Call) -> Answer:
        from tt_print.export.job import HOW_TO, make_files
        from tt_print.export.kinds import make_job
        from tt_print.files.disk import zipped

        with refusing(type(self)):
            job = make_job(self._choices(call))
            warnings = color_warnings(job.theme)
            made = make_files(job, call.progress)
        how_to = made[HOW_TO].decode().splitlines()
        files = {f"export/{job.stem}/{name}": data for name, data in made.items()}
        if job.kind.is_zipped:
            files[f"export/{job.stem}.zip"] = zipped(made)
        data = {
            **job.facts(), "dpi": job.dpi, "codes": [printed_code(front.code) for front in job.fronts],
            "back_notes": job.back_notes, "how_to": how_to,
        }  # fmt: skip
        text = [
            Said(
                "export.at_dpi" if job.choices.dpi else "export.files", folder=FileName(f"export/{job.stem}/"), count=len(made),
                profile=job.profile.title, product=job.product.title, dpi=job.dpi, title=job.title, cards=len(job.fronts),
            ),
            *([Said("export.archive", file=FileName(f"export/{job.stem}.zip"))] if job.kind.is_zipped else []),
            *([] if job.profile.kind == "box" else small_lines(job.product.lay_out(job.theme).tab.number_cap)),
            *backs_lines(job.artwork, job.back_notes),
            "",
            *how_to[2:],
        ]  # fmt: skip
        return Answer(data, files, warnings=warnings, text=text)

    def _choices(self, call: Call) -> Choices:
        """What of the request an export is made from; paper is the usual one for files that have some."""
        from tt_print.booklets.impose import fold_of
        from tt_print.export.kinds import options_of

        given, takes = {name: getattr(self, name) for name in NAMES}, options_of(self.profile)
        if not self.paper and "paper" in takes:  # machines take few papers
            given["paper"] = fold_of(call.environment.paper)[1] if "marks" in takes else call.environment.paper
        return Choices(**given)


@dataclass(frozen=True)
class Site(Command):
    """`single`: one file instead of a folder. `serve`: shown on this machine, at `port`."""

    single: Annotated[bool, Switch(), Without("serve")] = False
    serve: Annotated[bool, Switch(), Local()] = False
    port: Annotated[int, Number(), With("serve"), Local()] = 0
    pyodide: Annotated[str, File("DIR"), Local()] = ""

    verb = "site"
    folder = "output/site"
