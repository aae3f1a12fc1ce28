"""Two stores, one of them often offline, and the Python client: after any schedule all three have the same data."""

import contextlib
import random
import tempfile

import pytest
from actions_checks import action
from chat_checks import Copy, message
from pubnub.models.consumer.objects_v2.channel_members import PNUUID
from running import equal
from world import Client

SEEDS = range(1, 5)
USERS = ("ann", "ben", "zoë")


class Schedule:
    """Random actions of the Python client, and the data that it has to read at the end."""

    def __init__(self, seed, python, administrator):
        self.random = random.Random(seed)
        self.python, self.administrator = python, administrator
        self.channel = f"converge-{seed}"
        self.users = [f"{name}-{seed}" for name in USERS]
        # The timetokens of the publications, each with its payload; and the reactions, each with that of its publication.
        self.publications, self.reactions = {}, []
        # The publications with an action for their own thread, which cannot be added twice.
        self.threaded = set()
        self.count = 0

    def step(self):
        steps = [self.publish] * 5 + [self.publish_again] * 2 + [self.react] * 4
        steps += [self.unreact, self.delete, self.name_user, self.unname_user, self.name_channel, self.unname_channel]
        steps += [self.join] * 2 + [self.leave]
        self.random.choice(steps)()

    def publish(self):
        self.count += 1
        made = message(f"text {self.count} 🌍", later={"unknown": [self.count, None]})
        self.publications[self.python.publish(self.channel, made)] = made

    def publish_again(self):
        """Publishes a message with the same identifier and another text again."""
        if not self.publications:
            return
        self.count += 1
        again = {**self.random.choice(list(self.publications.values())), "text": f"again {self.count}"}
        self.publications[self.python.publish(self.channel, again)] = again

    def delete(self):
        """Deletes all publications of a message."""
        if not self.publications:
            return
        identifier = self.random.choice(list(self.publications.values()))["id"]
        for timetoken in [one for one, made in self.publications.items() if made["id"] == identifier]:
            self.administrator.call(self.administrator.pubnub.delete_messages().channel(self.channel)
                                    .start(timetoken - 1).end(timetoken))
            del self.publications[timetoken]
            self.reactions = [one for one in self.reactions if one[0] != timetoken]

    def react(self):
        """Adds a reaction, an edit, a soft deletion or a thread. Removing the action undoes these."""
        if not self.publications:
            return
        self.count += 1
        target = self.random.choice(list(self.publications))
        kind = self.random.choice(("reaction", "reaction", "edited", "edited", "deleted", "threadRootId"))
        is_own = kind == "threadRootId" and self.random.random() < 0.5
        value = self.thread(target) if is_own else f"v{self.count}"
        if value == self.thread(target) and target in self.threaded:
            return
        if is_own:
            self.threaded.add(target)
        added = self.python.call(self.python.pubnub.add_message_action().channel(self.channel)
                                 .message_action(action(target, kind, value)))
        self.reactions.append((target, int(added.action_timetoken)))

    def thread(self, timetoken):
        """The channel of the thread of a message, which the message derives."""
        return f"PUBNUB_INTERNAL_THREAD_{self.channel}_{timetoken}"

    def unreact(self):
        if not self.reactions:
            return
        target, reaction = self.reactions.pop(self.random.randrange(len(self.reactions)))
        self.python.call(self.python.pubnub.remove_message_action().channel(self.channel).message_timetoken(target)
                         .action_timetoken(reaction))

    def name_user(self):
        self.count += 1
        self.python.call(self.python.pubnub.set_uuid_metadata().uuid(self.random.choice(self.users))
                         .set_name(f"Name {self.count}"))

    def unname_user(self):
        self.python.call(self.python.pubnub.remove_uuid_metadata().uuid(self.random.choice(self.users)))

    def unname_channel(self):
        self.python.call(self.python.pubnub.remove_channel_metadata().channel(self.channel))

    def name_channel(self):
        self.count += 1
        self.python.call(self.python.pubnub.set_channel_metadata().channel(self.channel)
                         .set_name(f"Channel {self.count}"))

    def join(self):
        self.python.call(self.python.pubnub.set_channel_members().channel(self.channel)
                         .uuids([PNUUID.uuid(self.random.choice(self.users))]))

    def leave(self):
        self.python.call(self.python.pubnub.remove_channel_members().channel(self.channel)
                         .uuids([PNUUID.uuid(self.random.choice(self.users))]))

    def read(self):
        """The service's data, as the Python client reads it."""
        calls = self.python.pubnub
        history = self.python.call(calls.fetch_messages().channels([self.channel]).count(100).include_uuid(True))
        publications = [(one.message["id"], one.message["text"], int(one.timetoken), one.uuid)
                        for one in history.channels.get(self.channel, [])]
        names = {timetoken: identifier for identifier, _, timetoken, _ in publications}
        # If a message was published more than once, the first publication counts.
        messages = {}
        for one in publications:
            if one[0] not in messages or one[2] < messages[one[0]][2]:
                messages[one[0]] = one
        actions = self.python.call(calls.get_message_actions().channel(self.channel).limit("100")).actions
        reactions = sorted((names[int(one.message_timetoken)], one.value, one.uuid) for one in actions
                           if int(one.message_timetoken) in names)
        # The newest edit counts, and the thread that the message derives.
        changes = {identifier: [None, 0, None] for identifier in messages}
        for one in sorted(actions, key=lambda one: int(one.action_timetoken)):
            change = changes.get(names.get(int(one.message_timetoken)), [None, 0, None])
            if one.type == "edited":
                change[0] = one.value
            elif one.type == "deleted":
                change[1] = 1
            elif one.type == "threadRootId" and one.value == self.thread(one.message_timetoken):
                change[2] = change[2] or one.value
        members = self.python.call(calls.get_channel_members().channel(self.channel)).data
        ids = sorted(member["uuid"]["id"] for member in members)
        return {"messages": sorted(messages.values()), "reactions": reactions, "members": ids,
                "changes": sorted((identifier, *change) for identifier, change in changes.items()),
                "names": sorted((one, self.name(calls.get_uuid_metadata().uuid(one))) for one in ids),
                "channel": self.name(calls.get_channel_metadata().channel(self.channel))}

    @staticmethod
    def name(builder):
        """The name in metadata; None if there is none."""
        with contextlib.suppress(Exception):
            return builder.sync().result.data["name"]
        return None

    def stored(self, copy):
        """The same data from a store. Present users without a membership are rows without a tag."""
        members = copy.rows("SELECT userId FROM member WHERE channelId = ? AND eTag IS NOT NULL ORDER BY userId",
                            self.channel)
        ids = [one for one, in members]
        names = [(one, copy.rows("SELECT name FROM user WHERE id = ?", one)[0][0]) for one in ids]
        channel = copy.rows("SELECT name FROM channel WHERE id = ?", self.channel)
        return {"messages": sorted(copy.rows("SELECT id, text, timetoken, pubnubUserId FROM message "
                                             "WHERE pubnubChannelId = ?", self.channel)),
                "reactions": sorted(copy.rows("SELECT pubnubParentId, value, pubnubUserId FROM messageAction "
                                              "WHERE pubnubChannelId = ? AND pubnubParentId IS NOT NULL", self.channel)),
                "changes": sorted(copy.rows("SELECT id, editedText, isDeleted, threadId FROM message "
                                            "WHERE pubnubChannelId = ?", self.channel)),
                "members": ids, "names": names, "channel": channel[0][0] if channel else None}


def converge(seed, schedule_type=Schedule):
    with Client("python") as python, Client("administrator", secret=True) as administrator, \
            tempfile.TemporaryDirectory() as first, tempfile.TemporaryDirectory() as second:
        schedule = schedule_type(seed, python, administrator)
        with Copy(first, schedule.channel, *schedule.users) as live:
            live.reach(f"up to date {schedule.channel}")
            for _ in range(4):
                with Copy(second, schedule.channel, *schedule.users) as away:
                    away.reach(f"up to date {schedule.channel}")
                    for _ in range(schedule.random.randrange(12)):
                        schedule.step()
                for _ in range(schedule.random.randrange(12)):
                    schedule.step()
            live.settle(python)
            with Copy(second, schedule.channel, *schedule.users) as away:
                away.reach(f"up to date {schedule.channel}")
                wanted = schedule.read()
                # The service sends no event for deleted messages: a store detects them when it reads the history again.
                for copy in (away, live):
                    copy.do("sync", channel=schedule.channel)
                equal(schedule.stored(away), wanted)
            equal(schedule.stored(live), wanted)


@pytest.mark.parametrize("seed", SEEDS)
def test_two_stores_and_python_have_the_same_after_schedule(seed):
    """chat data: two stores and Python have the same after the schedule of a seed"""
    converge(seed)
