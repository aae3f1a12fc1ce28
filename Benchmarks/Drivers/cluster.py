"""Measures three servers of a cluster on three NATS servers, on this machine: all of them and the load share its processors."""
import contextlib
import time
import urllib.error
import urllib.request

COUNT = 3
# How many requests are in flight in the rows of throughput.
IN_FLIGHT = (64, 256, 1024)
LIMITS = ["connections=20000"]


def run(programs, options, results, folder):
    """CPU time of a message by process, publishes a second, polls on all servers, and the start of a server."""
    with programs.origin(folder / "alone.sqlite", is_pinned=False, limits=LIMITS) as server:
        for in_flight in IN_FLIGHT:
            results.add("alone", rate_name(in_flight), publishes(programs, options, server, in_flight))
        results.add("alone", "latency", programs.load(server, "latency", 2000, is_pinned=False)["publish-us-median"])
    with programs.nats(COUNT, folder) as (stores, urls), contextlib.ExitStack() as stack:
        servers = [stack.enter_context(node(programs, folder, urls, number)) for number in range(COUNT - 1)]
        with node(programs, folder, urls, COUNT - 1) as last:
            load(programs, options, results, [*servers, last], stores)
            print("polls on three servers, and on the C server")
            polls(programs, options, results, [*servers, last])
            polls_at_c_server(programs, options, results)
            print(f"{options.messages:,} messages and {options.objects:,} users")
            programs.load(servers[0], "fill-messages", options.messages, is_pinned=False)
            programs.load(servers[0], "fill-users", options.objects, is_pinned=False)
        for name in ("restart", "snapshot"):
            if name == "snapshot":
                for file in folder.glob(f"node{COUNT - 1}.sqlite*"):
                    file.unlink()
            start = time.monotonic()
            with node(programs, folder, urls, COUNT - 1) as last:
                ready(last)
                results.add("cluster", name, time.monotonic() - start)


def node(programs, folder, urls, number):
    """A server of the cluster with a data file."""
    arguments = ["--nats", urls, "--replicas", str(COUNT), "--cluster", "bench", "--node", f"o{number}"]
    return programs.origin(folder / f"node{number}.sqlite", is_pinned=False, limits=LIMITS, has_admin=True, arguments=arguments)


def ready(server, seconds=600):
    """Waits until a server takes traffic."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        with contextlib.suppress(urllib.error.URLError, OSError):
            with urllib.request.urlopen(f"http://127.0.0.1:{server.admin_port}/ready", timeout=10):
                return
        time.sleep(0.01)
    raise RuntimeError("the server is not ready")


def rate_name(in_flight):
    """The name of the results with so many requests in flight."""
    return f"publish/s, {in_flight}"


def publishes(programs, options, server, in_flight):
    return programs.wrk(server, in_flight, options.seconds, publishes=True, is_pinned=False)


def load(programs, options, results, servers, stores):
    """Publishes at one server, and the CPU time that each process needs for a message with 64 in flight."""
    for server in servers:
        ready(server)
    for number in range(options.rounds):
        print(f"publishes at one server of the cluster, round {number + 1} of {options.rounds}")
        before = [process.cpu_seconds for process in (*servers, *stores)]
        start = time.monotonic()
        first = servers[0].metric("pubnub_cluster_position")
        rate = publishes(programs, options, servers[0], IN_FLIGHT[0])
        # Until all of them have applied what was published.
        last = servers[0].metric("pubnub_cluster_position")
        while min(server.metric("pubnub_cluster_position") for server in servers) < last:
            time.sleep(0.05)
        messages = rate * options.seconds
        results.add("cluster", rate_name(IN_FLIGHT[0]), rate)
        results.add("cluster", "messages in a record", messages / (last - first))
        spent = [(after - earlier) / messages * 1e6
                 for after, earlier in zip([process.cpu_seconds for process in (*servers, *stores)], before)]
        results.add("cluster", "us at the server that was asked", spent[0])
        results.add("cluster", "us at another server", sum(spent[1:COUNT]) / (COUNT - 1))
        results.add("cluster", "us at the busiest NATS server", max(spent[COUNT:]))
        results.add("cluster", "us at another NATS server", (sum(spent[COUNT:]) - max(spent[COUNT:])) / (COUNT - 1))
        results.add("cluster", "s in all", time.monotonic() - start)
        for in_flight in IN_FLIGHT[1:]:
            results.add("cluster", rate_name(in_flight), publishes(programs, options, servers[0], in_flight))
        latency = programs.load(servers[0], "latency", 2000, is_pinned=False)
        results.add("cluster", "latency", latency["publish-us-median"])


def polls(programs, options, results, servers):
    """Polls that wait at all servers, and one message that answers all of them."""
    before = [server.memory for server in servers]

    def wait():
        time.sleep(2)
        held = sum(server.memory for server in servers) - sum(before)
        results.add("cluster", "KiB/poll", held / options.polls / 1024)

    others = [server.port for server in servers[1:]]
    figures = programs.load(servers[0], "held", options.polls, 20, *others, is_pinned=False, when_ready=wait)
    for figure, value in figures.items():
        if figure.startswith(("answered", "all-answered")) and "-q" not in figure:
            results.add("cluster", figure, value / 1000)


def polls_at_c_server(programs, options, results):
    """The same number of polls at the C server: what this machine needs for so many responses, of which most is the kernel's."""
    with programs.c_server(is_pinned=False) as server:
        figures = programs.load(server, "held", options.polls, 20, is_pinned=False, when_ready=lambda: time.sleep(2))
    results.add("C", "answered-us-p99 beside the cluster", figures["answered-us-p99"] / 1000)
