"""HAProxy and nginx in front of servers, with the examples of Deployment/."""

import http.client
import pathlib
import tempfile
import threading

from harness import check, equal
from serving import RECIPES, Program, Server, fetch, poll, publish, reached

FRONT = "http://127.0.0.1:8000"


def haproxy(folder, more=""):
    """HAProxy with the example file and further lines at its end."""
    path = pathlib.Path(folder) / "haproxy.cfg"
    path.write_text((RECIPES / "haproxy" / "haproxy.cfg").read_text(encoding="utf-8") + more, encoding="utf-8")
    return Program("haproxy", "-db", "-f", str(path))


def nginx(folder):
    """nginx with the example file."""
    return Program("nginx", "-c", str(RECIPES / "nginx" / "nginx.conf"), "-g",
                   f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;")


def works_through_the_proxy():
    """Messages small and large pass, and so does a long poll that waits."""
    reached(lambda: fetch(FRONT + "/time/0")[0] == 200, "the proxy serving")
    _, start = poll(FRONT, "c", 0)
    found = []
    waiting = threading.Thread(target=lambda: found.extend(poll(FRONT, "c", start)[0]))
    waiting.start()
    equal(publish(FRONT, "c", "hello"), 200)
    waiting.join()
    equal(found, ["hello"])
    equal(publish(FRONT, "c", "x" * 20_000), 200)
    equal(poll(FRONT, "c", start)[0], ["hello", "x" * 20_000])


@check("HAProxy, with the example: messages and long polls pass, and a server that is not ready gets no traffic")
def _():
    with tempfile.TemporaryDirectory() as folder, Server(8080) as server, haproxy(folder):
        works_through_the_proxy()
        server.stop()
        reached(lambda: fetch(FRONT + "/time/0")[0] == 503, "HAProxy taking the server out")
        with Server(8080):
            reached(lambda: fetch(FRONT + "/time/0")[0] == 200, "HAProxy taking the server in")


@check("HAProxy: while one of two servers drains, busy clients and waiting ones see no error and no reset")
def _():
    second = "    server two 127.0.0.1:8090 check port 8091 inter 1s fall 1 rise 1 maxconn 9000\n"
    with tempfile.TemporaryDirectory() as folder, Server(8080, "--drain-delay", "5s") as one, Server(8090) as two, \
            haproxy(folder, second):
        reached(lambda: {fetch(FRONT + "/time/0")[0] for _ in range(4)} == {200}, "HAProxy serving")
        stop, counts, polls, errors = threading.Event(), [0] * 8, [0] * 8, []

        def work(index):
            connection = http.client.HTTPConnection("127.0.0.1", 8000)
            while not stop.is_set():
                try:
                    connection.request("GET", f"/publish/demo/demo/0/c{index}/0/{counts[index]}")
                    answer = connection.getresponse()
                    answer.read()
                    if answer.status != 200:
                        errors.append(answer.status)
                except (OSError, http.client.HTTPException) as error:
                    errors.append(repr(error))
                    connection.close()
                counts[index] += 1
            connection.close()
        def wait(index):
            # A server that drains answers a waiting poll, and the next one waits at the other server.
            timetoken, channel = 0, f"c{index}" if index % 2 else f"silent{index}"
            while not stop.is_set():
                try:
                    timetoken = poll(FRONT, channel, timetoken)[1]
                except (OSError, http.client.HTTPException, AssertionError) as error:
                    if not stop.is_set():
                        errors.append(repr(error))
                polls[index] += 1
        workers = [threading.Thread(target=work, args=[index]) for index in range(len(counts))]
        waiting = [threading.Thread(target=wait, args=[index]) for index in range(len(polls))]
        for worker in workers + waiting:
            worker.start()
        try:
            reached(lambda: min(counts) >= 20 and min(polls) >= 1, "every client publishing or waiting")
            equal(one.stop(), 0)
            reached(lambda after=min(counts): min(counts) >= after + 20, "every client going on")
            assert two.process.poll() is None
        finally:
            stop.set()
            for worker in workers:
                worker.join()
            # Ends the polls that wait.
            two.stop()
            for worker in waiting:
                worker.join()
        equal(errors, [])


@check("nginx, with the example: messages and long polls pass")
def _():
    with tempfile.TemporaryDirectory() as folder, Server(8080), nginx(folder):
        works_through_the_proxy()
