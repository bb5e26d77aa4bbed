"""The open document: the one that is worked on, its history, its file, and how it is kept safe."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from poise.errors import FileError, InputError
from poise.figure.figure import Figure
from poise.io.scene.fields import TOLERANCE
from poise.io.scene.write import source_parts
from poise.pose import Pose
from poise.scene.source import FigureSource
from poise.studio.catalogue import OVERLAYS
from poise.studio.document.autosave import Autosave, Recovered
from poise.studio.document.clips import own_clip
from poise.studio.document.figures import source_of
from poise.studio.document.files import Contents, open_file, open_shipped, save_file
from poise.studio.document.fresh import fresh, person
from poise.studio.document.history import UndoList
from poise.studio.document.parts import shown_value
from poise.studio.document.state import State
from poise.studio.document.stays import placed
from poise.studio.document.thumbnails import Thumbnails
from poise.studio.document.workspace import Workspace
from poise.studio.engine.live import Live
from poise.studio.protocol.document import DocumentMessage, KeptPose
from poise.studio.protocol.figure import FigureMessage
from poise.studio.protocol.requests import New, Open, Save
from poise.studio.shapes import figure_message
from poise.studio.told import (
    MOST_NAMES,
    clip_told,
    criteria_told,
    goals_told,
    levels_told,
    members_told,
    parts_told,
    stays_told,
    things_told,
)  # fmt: skip

SHOWN = {"com": True, "support": True}
"""The overlays of a fresh document."""


class OpenDocument:
    """A document in a workspace. `recovered`: it was brought back after the studio had ended unexpectedly."""

    def __init__(self, workspace: Workspace, scene: str | None = None) -> None:
        """`scene`: a file of the workspace or the name of a shipped scene, to open; else all is as it was last."""
        self.workspace = workspace
        self.thumbnails = Thumbnails(workspace.hidden())
        self._autosave = Autosave(workspace.hidden() / "journal", workspace.folder)
        self._figure: Figure | None = None
        self.revision, self._figure_revision = 1, 0
        with workspace.confined():
            wanted = None if scene is None else self._named(scene)
            found = self._autosave.recover(Live)
        self.recovered = found is not None and not found.clean
        was = found or Recovered(UndoList("new", person()), dict(SHOWN))
        self._autosave.begin(was, fresh=found is None)
        self.history, self.overlays, self.path, self._saved_at = was.history, was.overlays, was.path, was.saved_at
        if self.recovered:  # whoever was dragging something has let go
            self.history.renew(lambda state: placed(state, ()))
        if wanted is not None:
            self._opened(*wanted)

    # ---- the state ------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state now."""
        return self.history.present

    def push(self, name: str, state: State) -> None:
        """An action was done; what was recovered has been seen then."""
        self.recovered = False
        self._saved_at = self._saved_at if self._saved_at <= self.history.at else -1
        self.history.push(name, state)
        self._autosave.push(name, state)

    def rest(self, pose: Pose) -> None:
        """The body is here now; no action of its own."""
        self.history.rest(pose)
        self._autosave.pose(pose)

    def step(self, count: int) -> list[str]:
        """Undo (negative) or redo."""
        names = self.history.step(count)
        self._autosave.step(count)
        return names

    def show(self, overlays: dict[str, bool]) -> None:
        """Switch overlays."""
        unknown = next((name for name in overlays if name not in OVERLAYS), None)
        if unknown is not None:
            raise InputError(f"there is no overlay {unknown!r}; there are: {', '.join(OVERLAYS)}")
        self.overlays = {**self.overlays, **overlays}
        self._autosave.view(self.overlays)

    # ---- files ----------------------------------------------------------------------------------

    def new(self, request: New) -> State:
        """A fresh document."""
        if request.figure is None:
            return person()
        source, figure = source_of(request.figure, self.workspace.folder)
        return replace(fresh(source, figure), clip=own_clip(source, figure)[0])

    def read(self, request: Open) -> tuple[Contents, str | None]:
        """The document in a file, and its path in the workspace; a shipped scene has none."""
        if (request.path is None) == (request.shipped is None):
            raise InputError("open takes a path in the workspace, or the name of a shipped scene")
        if request.shipped is not None:
            return open_shipped(request.shipped), None
        file = self.workspace.within(str(request.path))
        return open_file(file), self.workspace.told(file)

    def opened(self, path: str | None, overlays: dict[str, bool]) -> None:
        """The present state came from a file."""
        self.path, self._saved_at = path, self.history.at if path is not None else -1
        self._autosave.file(path, self._saved_at)
        told = {name: on for name, on in overlays.items() if name in OVERLAYS}
        self.show({**dict.fromkeys(OVERLAYS, False), **SHOWN, **told})  # they belong to the scene

    def save(self, request: Save) -> str:
        """Write the present state to its file, or to another."""
        if request.path is None and self.path is None:
            raise InputError("the scene has no file yet: save it under a name")
        file = self.workspace.within(request.path or str(self.path))
        told = self.workspace.told(file)
        if file.exists() and told != self.path and not request.replace:
            raise FileError(told, "there is a file of this name already; replace it, or choose another name")
        save_file(Contents(self.state, self.overlays), file)
        self.path, self._saved_at = told, self.history.at
        self._autosave.file(told, self._saved_at)
        return told

    def close(self) -> None:
        """The studio ends."""
        self._autosave.close()

    def missed(self) -> list[str]:
        """What somebody has deleted while the studio runs, in words. Its own folder is made again."""
        words = []
        if self._autosave.lost:
            self.workspace.hidden()
            self._autosave.again(self.history, self.overlays, self.path, self._saved_at)
            words.append("the studio's folder .poise was deleted: it was made again, with all of the history")
        if self.path is not None and self._saved_at >= 0 and not self.workspace.within(self.path).exists():
            self._saved_at = -1
            self._autosave.file(self.path, -1)
            words.append(f"the file {self.path} was deleted: what is open here is kept, and Save writes it again")
        return words

    @property
    def trouble(self) -> str | None:
        """Why autosave does not work, if it does not."""
        return self._autosave.failed

    # ---- telling --------------------------------------------------------------------------------

    @property
    def figure_revision(self) -> int:
        """The number of the figure that frames are poses of; another one when it has changed."""
        if self.state.figure is not self._figure:
            self._figure = self.state.figure
            self._figure_revision += 1
        return self._figure_revision

    def figure_told(self) -> FigureMessage:
        """The figure for the page."""
        source = self.state.source
        parts = None  # several figures have no recipe that the figure panel could show
        if isinstance(source, FigureSource):
            parts = source_parts(source, self.state.figure, self.workspace.folder)
        return figure_message(self.state, self.figure_revision, parts)

    def document_told(self) -> DocumentMessage:
        """The document for the page."""
        state, tolerance = self.state, self.state.settings.get("tolerance")
        return DocumentMessage(
            revision=self.revision,
            name=state.name,
            notes=state.notes,
            path=self.path,
            saved=self._saved_at == self.history.at,
            tolerance=shown_value(TOLERANCE, tolerance),
            avoid_self=bool(state.settings.get("avoid_self")),
            levels=levels_told(state),
            criteria=criteria_told(state),
            forces=parts_told(state.forces),
            supports=parts_told(state.supports),
            goals=goals_told(state),
            things=things_told(state),
            stays=stays_told(state),
            poses=[KeptPose(name=name, thumbnail=self.thumbnails.of(pose)) for name, pose in state.poses.items()],
            overlays={name: self.overlays.get(name, False) for name in OVERLAYS},
            undo=self.history.undoable(MOST_NAMES),
            redo=self.history.redoable(MOST_NAMES),
            clip=clip_told(state, self.workspace),
            members=members_told(state),
        )

    # ---- inside ---------------------------------------------------------------------------------

    def _named(self, scene: str) -> tuple[Contents, str | None]:
        """A scene as the command line names it: a file in the workspace, or a shipped one."""
        given = Path(scene)
        if given.exists() or given.suffix or len(given.parts) > 1:
            return self.read(Open(id=0, path=str(given.absolute())))
        return self.read(Open(id=0, shipped=scene))

    def _opened(self, contents: Contents, path: str | None) -> None:
        self.push(f"open {path or contents.state.name}", contents.state)
        self.opened(path, dict(contents.overlays))
