"""A gate that was interrupted is continued without the steps that passed with the files of the same commit."""

import importlib.util
import json
import pathlib

import pytest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "Scripts"


@pytest.fixture
def gate(tmp_path, monkeypatch):
    """The module, with a repository that has no files, and logs of its own."""
    spec = importlib.util.spec_from_file_location("gate", SCRIPTS / "gate.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    (tmp_path / "Scripts").symlink_to(SCRIPTS)
    monkeypatch.setattr(module, "ROOT", tmp_path)
    monkeypatch.setattr(module, "LOGS", tmp_path / "logs")
    monkeypatch.setattr(module, "PASSED", tmp_path / "logs" / "passed.json")
    monkeypatch.delenv("CI", raising=False)
    return module


def run(gate, monkeypatch, commit, steps, continues):
    """Runs a gate at a commit. Returns its status, and the names of the steps that ran."""
    monkeypatch.setattr(gate, "commit_of_files", lambda: commit)
    ran = gate.ROOT / "ran"
    ran.write_text("")
    phase = [gate.Step(name, name, f"echo {name} >> {ran}; echo {name}: ended; exit {status}") for name, status in steps.items()]
    status = gate.Gate("gate", [phase], continues).run()
    return status, ran.read_text().split()


def test_runs_only_the_steps_that_have_not_passed(gate, monkeypatch, capsys):
    assert run(gate, monkeypatch, "one", {"a": 0, "b": 1, "c": 0}, False) == (1, ["a", "b"])
    capsys.readouterr()
    assert run(gate, monkeypatch, "one", {"a": 0, "b": 0, "c": 0}, True) == (0, ["b", "c"])
    assert "a: passed before: a: ended" in capsys.readouterr().out
    assert run(gate, monkeypatch, "one", {"a": 0, "b": 0, "c": 0}, True) == (0, [])


def test_runs_all_steps_after_a_change(gate, monkeypatch):
    assert run(gate, monkeypatch, "one", {"a": 0}, False) == (0, ["a"])
    assert run(gate, monkeypatch, "two", {"a": 0}, True) == (0, ["a"])
    # Files that differ from the commit have no name.
    assert run(gate, monkeypatch, None, {"a": 0}, True) == (0, ["a"])
    assert run(gate, monkeypatch, "one", {"a": 0}, True) == (0, ["a"])


def test_runs_all_steps_unless_it_is_asked_to_continue(gate, monkeypatch):
    assert run(gate, monkeypatch, "one", {"a": 0}, False) == (0, ["a"])
    assert run(gate, monkeypatch, "one", {"a": 0}, False) == (0, ["a"])


def test_a_step_during_which_files_changed_does_not_count(gate, monkeypatch):
    commits = iter(["one", "two"])
    monkeypatch.setattr(gate, "commit_of_files", lambda: next(commits))
    gate.LOGS.mkdir()
    assert gate.Gate("gate", [[gate.Step("a", "a", "echo a: ended")]]).run() == 0
    assert not gate.PASSED.exists()


def test_the_build_runs_again(gate, monkeypatch):
    monkeypatch.setattr(gate, "commit_of_files", lambda: "one")
    gate.LOGS.mkdir()
    gate.PASSED.write_text(json.dumps({"commit": "one", "steps": {"build": {"seconds": 1, "closing": ""}}}))
    assert gate.PassedSteps(True).result(gate.BUILD) is None
