"""history: the same messages, tokens and bounds for both clients."""

from harness import check, equal
from world import Client, command


@check("history: order, timetokens, count, reverse, bounds")
def _():
    with Client("writer") as writer:
        tokens = [int(writer.publish("diary", day)) for day in range(5)]

        def history(**options):
            call = writer.pubnub.history().channel("diary").include_timetoken(True).count(options.pop("count", 100))
            for name, value in options.items():
                call = getattr(call, name)(value)
            return call.sync().result
        everything = history()
        equal([item.entry for item in everything.messages], [0, 1, 2, 3, 4])
        equal([int(item.timetoken) for item in everything.messages], tokens)
        equal((int(everything.start_timetoken), int(everything.end_timetoken)), (tokens[0], tokens[4]))
        equal([item.entry for item in history(count=2).messages], [3, 4])
        equal([item.entry for item in history(count=2, reverse=True).messages], [0, 1])
        equal([item.entry for item in history(start=tokens[2]).messages], [0, 1])
        equal([item.entry for item in history(end=tokens[2]).messages], [2, 3, 4])


@check("history of a channel without messages is empty")
def _():
    with Client("reader") as reader:
        result = reader.pubnub.history().channel("silence").count(10).sync().result
        equal((result.messages, int(result.start_timetoken), int(result.end_timetoken)), ([], 0, 0))


@check("history: both clients read the same messages of both")
def _():
    with Client("python") as python:
        sent = []
        for number in range(6):
            if number % 2:
                sent.append((number, str(python.publish("shared", number))))
            else:
                sent.append((number, command("publish", "shared", str(number)).result["timetoken"]))
        read = command("history", "shared", "--tokens").result
        equal([(item["message"], item["timetoken"]) for item in read["messages"]], sent)
        result = python.pubnub.history().channel("shared").include_timetoken(True).count(100).sync().result
        equal([(item.entry, str(item.timetoken)) for item in result.messages], sent)
        equal((str(result.start_timetoken), str(result.end_timetoken)), (read["start"], read["end"]))


@check("history: more than a page; our client reads all messages of Python")
def _():
    with Client("python") as python:
        for number in range(130):
            python.publish("many", number)
        equal([item["message"] for item in command("history", "many", "--all").result["messages"]], list(range(130)))


@check("history: a message that is not stored is missing for the other client")
def _():
    with Client("python") as python:
        python.call(python.pubnub.publish().channel("unstored").message("gone").should_store(False))
        command("publish", "unstored", "--no-store", '"gone, too"').result
        equal(command("history", "unstored").result["messages"], [])
        equal(python.pubnub.history().channel("unstored").count(10).sync().result.messages, [])
