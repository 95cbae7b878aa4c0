"""A build is kept as closely as the bot that it makes; only its copy of the folder is writable."""

import os
from pathlib import Path

import pytest

from barbu_arena.errors import ConfigError
from barbu_arena.files.bot_folder import load_bot
from barbu_arena.files.building import build_bot
from barbu_arena.players.launching import Launching
from barbu_arena.players.sandbox import Sandbox
from tests.sandbox.bait import Bait
from tests.sandbox.inside import ORDINARY, as_ordinary_user, ordinary

BOT = "name: alice\ncommand: [./run]\nbuild: [sh, make.sh]\nbuild_output: [run]\n"
MAKE = """
cat {secret} && exit 5
touch /usr/planted && exit 6
kill -0 {pid} && exit 7
printf '#!/bin/sh\\nuser %s of %s\\n' "$(id -u)" "$PWD" > run
chmod +x run
"""


def test_a_build_sees_and_changes_no_more_than_a_bot(
    sandbox: Sandbox, open_folder: Path, bait: Bait
) -> None:
    (open_folder / "bot.yaml").write_text(BOT)
    (open_folder / "make.sh").write_text(MAKE.format(secret=bait["secret"], pid=os.getpid()))
    launching = Launching("bwrap", sandbox.launch, "", sandbox.launch_build)
    build_bot(load_bot(open_folder), launching)
    assert (open_folder / "run").read_text() == "#!/bin/sh\nuser 65534 of /bot\n"
    assert (open_folder / "run").stat().st_uid == os.geteuid()
    assert load_bot(open_folder).hidden == ""


def test_an_ordinary_user_builds_too(sandbox: Sandbox, open_folder: Path, bait: Bait) -> None:
    (open_folder / "bot.yaml").write_text(BOT)
    (open_folder / "make.sh").write_text(MAKE.format(secret=bait["secret"], pid=os.getpid()))
    if os.geteuid() == 0:
        os.chown(open_folder, ORDINARY, ORDINARY)
    kept = ordinary(sandbox)

    def build() -> dict[str, str]:
        build_bot(load_bot(open_folder), Launching("bwrap", kept.launch, "", kept.launch_build))
        return {"made by": str(os.geteuid())}

    made = as_ordinary_user(build)
    assert made == {"made by": str((open_folder / "run").stat().st_uid)}
    assert (open_folder / "run").read_text() == "#!/bin/sh\nuser 65534 of /bot\n"


def test_a_compiler_that_the_sandbox_does_not_show(sandbox: Sandbox, open_folder: Path) -> None:
    compiler = open_folder / "far" / "compiler"
    compiler.parent.mkdir()
    compiler.write_text("#!/bin/sh\n")
    compiler.chmod(0o755)
    folder = open_folder / "alice"
    folder.mkdir()
    (folder / "bot.yaml").write_text(BOT.replace("[sh, make.sh]", f"[{compiler}]"))
    launching = Launching("bwrap", sandbox.launch, "", sandbox.launch_build)
    with pytest.raises(ConfigError, match="cannot be built in the sandbox: the interpreter"):
        build_bot(load_bot(folder), launching)
