"""Results as files."""

import json

from dynasty_env.kit.files.replays import as_json


def test_names_of_files_that_are_not_utf_8_are_kept() -> None:
    """As `os.fsdecode` returns them: a bot ``net:…`` among a run's opponents may have such a name."""
    content = {"opponent": "net:caf\udce9.safetensors", "other": "net:café.safetensors"}
    written = as_json(content)
    assert json.loads(written) == content
    assert "café".encode() in written
