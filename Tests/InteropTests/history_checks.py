"""history: the same messages, tokens and bounds for both clients."""

from running import equal
from world import Client, command


def test_options_of_history():
    """history: order, timetokens, count, reverse, bounds"""
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


def test_history_of_channel_without_messages_is_empty():
    """history of a channel without messages is empty"""
    with Client("reader") as reader:
        result = reader.pubnub.history().channel("silence").count(10).sync().result
        equal((result.messages, int(result.start_timetoken), int(result.end_timetoken)), ([], 0, 0))


def test_both_clients_read_same_messages(python):
    """history: both clients read the same messages of both"""
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


def test_more_than_page_our_client_reads_all_messages_of_python(python):
    """history: more than a page; our client reads all messages of Python"""
    for number in range(130):
        python.publish("many", number)
    equal([item["message"] for item in command("history", "many", "--all").result["messages"]], list(range(130)))


def test_message_that_is_not_stored_is_missing_for_other_client(python):
    """history: a message that is not stored is missing for the other client"""
    python.call(python.pubnub.publish().channel("unstored").message("gone").should_store(False))
    command("publish", "unstored", "--no-store", '"gone, too"').result
    equal(command("history", "unstored").result["messages"], [])
    equal(python.pubnub.history().channel("unstored").count(10).sync().result.messages, [])
