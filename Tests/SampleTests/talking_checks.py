"""What people who chat see of each other."""

import re

from chatting import Place
from harness import check


def number(rows, text):
    """The number that a message is shown with."""
    return next(re.match(r"#(\d+)", row).group(1) for row in rows if text in row)


@check("two people with no account see each other's messages, and that they are there")
def two_people():
    with Place() as place:
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


@check("somebody who types is shown until the message is there, and somebody who stops is not")
def typing():
    with Place() as place:
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


@check("reactions are counted beneath the message, on all screens, and can be taken back")
def reactions():
    with Place() as place:
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


@check("a new name is shown with old and new messages, to everybody and the next time")
def names():
    with Place() as place:
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


@check("what others write cannot command the terminal")
def hostile():
    with Place() as place:
        ann, bob = place.chat("ann"), place.script("bob")
        ann.until("here: ann, bob")
        bob.stdin.write("one\x9b2Jtwo\u202Ethree\n")
        ann.until("bob: one 2Jtwothree")
        assert "here: ann, bob" in ann.rows[-2], ann.rows


@check("help is shown, and what is no command is told")
def commands():
    with Place() as place:
        ann = place.chat("ann")
        ann.say("/help")
        ann.until("/react N EMOJI")
        ann.say("/nothing")
        rows = ann.until("cannot do “/nothing”, see /help")
        assert not any("/react" in row for row in rows)
        ann.say("")
        ann.until_gone("cannot do")
