"""Files for services, print shops, cutting machines, boxes, and virtual tables."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, NamedTuple

from tt_print.core.commands.common import Answer, Command, printed_code
from tt_print.export.choices import ExportFields
from tt_print.problems import Problem
from tt_print.requests.kinds import File
from tt_print.requests.listings import Force
from tt_print.requests.notes import Local, Values
from tt_print.requests.refusal import RefusedError, refusing

if TYPE_CHECKING:
    from tt_print.core.environment import Call
    from tt_print.errors import InputError
    from tt_print.export.choices import Choices
    from tt_print.export.expected import Finding
    from tt_print.export.job import Job
    from tt_print.export.make import ExportResult
    from tt_print.export.profile_tables import Profile


@dataclass(frozen=True)
class Export(ExportFields, Command):
    """The files for a profile, or what is wrong with those that are there (`check`)."""

    check: Annotated[str, File(), Local()] = ""
    force: Force = False

    verb = "export"

    @classmethod
    def heeds(cls, name: str, values: Values, given: Collection[str]) -> bool:
        """A picture for the backs gives way to that of a theme that was asked for, and to files that have no backs."""
        if name != "back":
            return True
        from tt_print.cards.theme import find_theme
        from tt_print.export.job import find_kind
        from tt_print.export.profiles import find_profile

        if values["check"] or not values["profile"]:
            return False
        takes = find_kind(find_profile(values["profile"])).options
        has_backs = "back" in takes and ("backs" not in takes or values["backs"])
        return has_backs and not ("theme" in given and find_theme(name=values["theme"]).back_file)

    def problems(self) -> Iterable[Problem]:
        if not (self.profile or self.check):
            yield Problem("missing", "profile")
        elif self.theme and not self.check:
            yield from super().problems()

    def answer(self, call: Call) -> Answer:
        """The files; or whether those of anybody are what a profile wants, and `made` is then a Looked."""
        if self.check:
            return self._check(call)
        from tt_print.export.job import make_job
        from tt_print.export.make import make_files

        with refusing(type(self)):
            job = make_job(self._choices(call))
            warnings = self.readable(job.theme, at_press=job.profile.kind == "press")
            made = make_files(job, call.progress)
        files = {f"export/{job.stem}/{name}": data for name, data in made.files.items()}
        if made.archive is not None:
            files[f"export/{job.stem}.zip"] = made.archive
        data = {
            **job.facts(), "dpi": job.dpi, "codes": [printed_code(front.code) for front in job.fronts],
            "back_notes": job.back_notes, "checked": True, "how_to": made.how_to.splitlines(),
        }  # fmt: skip
        both: tuple[Job[Profile], ExportResult] = (job, made)
        return Answer(data, files, both, warnings)

    def _choices(self, call: Call) -> Choices:
        """What of the request an export is made from; paper is the usual one for files that have some."""
        from tt_print.booklets.choices import fold_of
        from tt_print.export.choices import NAMES, Choices
        from tt_print.export.job import find_kind
        from tt_print.export.profiles import find_profile

        given = {name: getattr(self, name) for name in NAMES}
        profile = find_profile(self.profile)
        if not self.paper and "paper" in find_kind(profile).options:  # machines take few papers
            given["paper"] = fold_of(call.environment.paper)[1] if profile.kind == "cutter" else call.environment.paper
        return Choices(**given)

    def _check(self, call: Call) -> Answer:
        from tt_print.export.check import check_files
        from tt_print.export.folder import open_files
        from tt_print.export.manifest import read_manifest, read_origin
        from tt_print.export.profiles import find_profile, read_profiles

        path = Path(self.check)
        with refusing(type(self)), open_files(path) as files:
            manifest, count = read_manifest(files), len(files)
            facts = manifest.get("facts", {})
            if not (name := self.profile or str(facts.get("profile", ""))):
                raise Problem("export.for_whom", path=path.as_posix(), choices=[*read_profiles().found])
            profile = find_profile(name)
            is_own = facts.get("profile") == profile.name
            product = profile.find_product(self.product or (str(facts.get("product", "")) if is_own else ""))
            checked = check_files(profile, product, files, self._reason, call.progress, self.dpi)
        findings = checked.findings
        data = {
            "profile": profile.name, "product": product.name, "dpi": checked.dpi, "file_count": count, "passed": not findings,
            "findings": [{"rule": f.rule, "where": f.where, "expected": f.expected, "got": f.actual} for f in findings],
            "made_from": read_origin(manifest),
        }  # fmt: skip
        looked = ExportCheck(path, f"{profile.title}, {product.title}", findings)
        return Answer(data, {}, looked, status=1 if findings else 0, kind="export check")

    def _reason(self, error: InputError) -> str:
        """Why a manifest tells of what cannot be made, in words."""
        return str(RefusedError(type(self), [error]) if isinstance(error, Problem) else error)


class ExportCheck(NamedTuple):
    """Where files are, for what product of what profile they were looked at, and what is wrong with them."""

    path: Path
    purpose: str
    findings: list[Finding]
