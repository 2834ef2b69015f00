"""For machines: files for services, print shops, and cutting machines, and the site."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from tt_print.core.asking import Call
from tt_print.core.commands.common import Answer, Command, backs_lines, color_warnings, printed_code, small_lines
from tt_print.errors import join_words
from tt_print.export.profiles import ExportChoices, find_profile, read_profiles
from tt_print.problems import FileName, Problem, Said, pick
from tt_print.requests.kinds import File, Local, Number, Switch, Values, With, Without
from tt_print.requests.reading import refusing

if TYPE_CHECKING:
    from tt_print.export.job import Job


@dataclass(frozen=True)
class Export(ExportChoices, Command):
    """The files for a profile."""

    verb = "export"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """A picture for the backs also gives way to files that have none."""
        if name == "back":
            from tt_print.export.kinds import KINDS

            takes = KINDS[find_profile(str(values["profile"])).kind].options if values["profile"] else ()
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
        from tt_print.files.disk import zipped

        with refusing(type(self)):
            job = self.job(call.environment.paper)
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

    def job(self, usual_paper: str) -> Job:
        """What is exported, before anything is written. Raises Problem or InputError for whatever does not exist or does not go together."""
        from tt_print.deck import find_deck
        from tt_print.export.job import Job, draw_fronts, usual_theme
        from tt_print.export.kinds import KINDS
        from tt_print.faces.theme import find_theme
        from tt_print.paper.imposition import fold_of
        from tt_print.paper.plan import find_paper

        profile = find_profile(self.profile)
        kind, product = KINDS[profile.kind], profile.find_product(self.product)
        for name in self.special:  # one that would change nothing is a misunderstanding and not a detail to drop
            if name not in kind.options:
                others = [each.name for each in read_profiles().found.values() if name in KINDS[each.kind].options]
                raise Problem(
                    "foreign", name, profile=profile.name, others=join_words(others, "and"), wanted=profile.kind
                )
        has_backs = "back" in kind.options and ("backs" not in kind.options or self.backs)
        if self.back and not has_backs:
            raise Problem("needs", "back", other="backs", profile=profile.name)
        theme = find_theme(self.ink, self.indices, self.theme or usual_theme(profile, self.ink))
        wanted = self.paper or usual_paper
        if "marks" in kind.options:  # machines take few papers
            wanted = pick("paper", self.paper or fold_of(usual_paper)[1], profile.marks.papers)
        paper, sized = find_paper(wanted), profile.find_product(product.name, self.dpi)
        artwork, picture = None, Path(self.back) if self.back else theme.back_file
        if picture and has_backs:
            from tt_print.draw.artwork import read_artwork

            artwork = read_artwork(picture)
        choices = replace(
            self, profile=profile.name, product=product.name, deck=find_deck(self.deck), ink=theme.ink_style, indices=theme.indices,
            theme=theme.name, paper=paper.name if "paper" in kind.options else "", dpi=None if sized.dpi == product.dpi else sized.dpi,
            back=artwork.digest if artwork else "",
        )  # fmt: skip
        job = Job(kind, profile, sized, choices, theme, paper, artwork)
        return replace(job, choices=kind.resolve(job), fronts=draw_fronts(choices, theme, sized))


@dataclass(frozen=True)
class Site(Command):
    """`single`: one file instead of a folder. `serve`: shown on this machine, at `port`."""

    single: Annotated[bool, Switch(), Without("serve")] = False
    serve: Annotated[bool, Switch(), Local()] = False
    port: Annotated[int, Number(), With("serve"), Local()] = 0
    pyodide: Annotated[str, File("DIR"), Local()] = ""

    verb = "site"
    folder = "output/site"
