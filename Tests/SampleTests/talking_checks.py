"""What users see of each other."""

import re


def number(rows, text):
    """The number that is shown with a message."""
    return next(re.match(r"#(\d+)", row).group(1) for row in rows if text in row)


def test_two_people(place):
    """two users without keys see each other's messages and presence"""
    ann = place.chat("ann")
    ann.until("here: ann")
    bob = place.chat("bob")
    ann.until("here: ann, bob")
    bob.until("here: ann, bob")
    ann.say("Hello, Bob 👋")
    bob.until("ann: Hello, Bob 👋")
    bob.say("Grüße, 漢字")
    for person in ann, bob:
        person.until("bob: Grüße, 漢字")
        person.until_gone("pending")
    bob.say("/quit")
    bob.ended(0)
    ann.until(lambda rows: any(row.endswith("here: ann") for row in rows))


def test_typing(place):
    """a typing user is shown until the message arrives or the user stops"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.until("here: ann, bob")
    bob.until("here: ann, bob")
    ann.press("Hel")
    bob.until("ann typing…")
    ann.press("lo\r")
    bob.until("ann: Hello")
    bob.until_gone("typing")
    ann.press("x")
    bob.until("ann typing…")
    ann.press("\x15")
    bob.until_gone("typing")
    ann.press("/nobody sees commands")
    ann.say("\x15after")
    assert not any("typing" in row for row in bob.until("ann: after"))


def test_reactions(place):
    """reactions are counted below the message on all screens, and can be removed"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.say("What do you think?")
    rows = bob.until("What do you think?")
    bob.say(f"/react {number(rows, 'What do')} 👍")
    ann.until("  👍 1")
    mine = number(ann.rows, "What do")
    ann.say(f"/react #{mine} 👍")
    bob.until("  👍 2")
    ann.say(f"/react {mine} 🎉")
    rows = bob.until("  👍 2  🎉 1")
    place_of = next(index for index, row in enumerate(rows) if "What do" in row)
    assert "👍 2  🎉 1" in rows[place_of + 1], rows
    ann.until("  👍 2  🎉 1")
    ann.say("/unreact")
    bob.until_gone("🎉")
    ann.until_gone("🎉")
    bob.say("/unreact")
    ann.until("  👍 1")
    bob.say("/react 99 👍")
    bob.until("there is no message #99")


def test_edits(place):
    """edits, their undo, deletions and restorations reach all users, and a search finds the message"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.say("frist thing")
    bob.until("ann: frist thing")
    ann.until_gone("pending")
    mine = number(ann.rows, "frist thing")
    ann.say(f"/edit {mine} first thing")
    bob.until("ann: first thing (edited)")
    ann.say(f"/undo {mine}")
    bob.until("ann: frist thing")
    bob.until_gone("(edited)")
    ann.say(f"/delete {mine}")
    bob.until("ann: (deleted)")
    ann.say(f"/restore {mine}")
    bob.until("ann: frist thing")
    bob.say("/search thi")
    bob.until(lambda rows: any("found:" in row for row in rows) and sum("ann: frist thing" in row for row in rows) == 2)
    bob.say("/search nothing else")
    bob.until("no message contains")
    bob.say("/undo 99")
    bob.until("there is no message #99")


def test_threads(place):
    """a thread shows its replies to all users, apart from the room"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.say("Who brings tea?")
    bob.until("ann: Who brings tea?")
    ann.until_gone("pending")
    ann.say(f"/thread {number(ann.rows, 'Who brings')}")
    ann.until("lobby › thread")
    ann.say("I do")
    ann.until("ann: I do")
    ann.until_gone("pending")
    rows = bob.until("Who brings tea? (thread)")
    assert not any("I do" in row for row in rows), rows
    bob.say(f"/thread {number(rows, 'Who brings')}")
    bob.until("ann: I do")
    bob.until_gone("Who brings tea?")
    bob.say("and I bring cake")
    ann.until("bob: and I bring cake")
    ann.say("/search cake")
    ann.until("found:")
    ann.say("/back")
    rows = ann.until("Who brings tea? (thread)")
    assert not any("cake" in row for row in rows), rows
    ann.say("/thread 99")
    ann.until("there is no message #99")


def test_unread(place):
    """messages that arrive while the user reads older ones are counted as unread until they are shown"""
    ann, bob = place.chat("ann"), place.chat("bob")
    for line in range(40):
        bob.say(f"line {line}")
    ann.until("bob: line 39")
    for attempt in range(20):
        # The first marker needs the membership, which is stored some time after the connection.
        bob.say(f"shown {attempt}")
        ann.until(f"shown {attempt}")
        # The first messages may come from history after the last ones, and until then there is nothing to scroll to.
        ann.until_gone(f"shown {attempt}", press="\x1b[5~")
        bob.say(f"hidden {attempt}")
        bob.until(f"hidden {attempt}")
        try:
            ann.until("1 unread", patience=5)
            break
        except AssertionError:
            ann.until(f"hidden {attempt}", press="\x1b[6~")
    else:
        raise AssertionError("no unread message is counted")
    ann.until(f"hidden {attempt}", press="\x1b[6~")
    ann.until_gone("unread")


def test_names(place):
    """a new name is shown with old and new messages, to all users and after a restart"""
    ann, bob = place.chat("ann"), place.chat("bob")
    ann.until("here: ann, bob")
    bob.until("here: ann, bob")
    ann.say("before")
    bob.until("ann: before")
    ann.say("/name Ann Other")
    bob.until("Ann Other: before")
    bob.until("here: Ann Other, bob")
    ann.say("after")
    bob.until("Ann Other: after")
    bob.say("/quit")
    bob.ended(0)
    again = place.chat("bob")
    again.until("Ann Other: after")
    again.until("here: Ann Other, bob")
    again.say("/who")
    again.until(lambda rows: "here: Ann Other, bob" in rows and "away:" in rows)


def test_hostile(place):
    """messages of other users cannot control the terminal"""
    ann, bob = place.chat("ann"), place.script("bob")
    ann.until("here: ann, bob")
    bob.stdin.write("one\x9b2Jtwo\u202Ethree\n")
    ann.until("bob: one 2Jtwothree")
    assert "here: ann, bob" in ann.rows[-2], ann.rows


def test_commands(place):
    """shows help, and reports an unknown command"""
    ann = place.chat("ann")
    ann.say("/help")
    ann.until("/react N EMOJI")
    ann.say("/nothing")
    rows = ann.until("cannot do “/nothing”, see /help")
    assert not any("/react" in row for row in rows)
    ann.say("")
    ann.until_gone("cannot do")
