"""HAProxy and nginx in front of servers, with the examples of Deployment/."""

import contextlib
import http.client
import http.server
import json
import pathlib
import tempfile
import threading

from running import equal
from serving import RECIPES, Program, Server, fetch, poll, publish, reached

FRONT = "http://127.0.0.1:8000"


def haproxy(folder, more="", example="haproxy/haproxy.cfg"):
    """HAProxy with an example file and further lines, or further words on its last line."""
    path = pathlib.Path(folder) / "haproxy.cfg"
    text = (RECIPES / example).read_text(encoding="utf-8")
    path.write_text(text + more if more.endswith("\n") else text.rstrip() + more + "\n", encoding="utf-8")
    return Program("haproxy", "-db", "-f", str(path))


class Nginx(Program):
    """nginx, whose workers would keep its port if only the first process were killed."""

    def __exit__(self, *exception):
        self.stop()
        super().__exit__(*exception)


def nginx(folder, more=""):
    """nginx with the example file and further servers."""
    path = pathlib.Path(folder) / "nginx.conf"
    example = (RECIPES / "nginx" / "nginx.conf").read_text(encoding="utf-8")
    path.write_text(example.replace("upstream origins {", "upstream origins {" + more), encoding="utf-8")
    return Nginx("nginx", "-c", str(path), "-g",
                 f"daemon off; pid {folder}/nginx.pid; error_log {folder}/error.log;")


class DyingServer(http.server.ThreadingHTTPServer):
    """A server that ends the connection when it has read a publish, without a response, and adds its path to a list."""

    daemon_threads = True

    class Handler(http.server.BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self):
            if self.path.startswith("/publish/"):
                self.server.publishes.append(self.path)
                self.close_connection = True
                return
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_):
            pass

    def __init__(self, port, publishes):
        self.publishes = publishes
        super().__init__(("127.0.0.1", port), self.Handler)
        threading.Thread(target=self.serve_forever).start()

    def handle_error(self, *_):
        """Says nothing: proxies reset the connections of their checks."""

    def __exit__(self, *arguments):
        self.shutdown()
        super().__exit__(*arguments)


def publishes_once(proxy, ports):
    """A publish that a server has read before it died is not sent again, on a new connection of the proxy or on one that it has used."""
    publishes = []
    with contextlib.ExitStack() as stack:
        for port in ports:
            for number in (port, port + 1):
                stack.enter_context(DyingServer(number, publishes))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        stack.enter_context(proxy(folder))
        for number in range(6):
            # Also leaves connections to the servers that the next request can use.
            reached(lambda: {fetch(FRONT + "/time/0")[0] for _ in ports} == {200}, "the proxy serving")
            path = f"/publish/demo/demo/0/c/0/{number}"

            def arrives(path=path):
                publishes.clear()
                connection = http.client.HTTPConnection("127.0.0.1", 8000)
                with contextlib.closing(connection), contextlib.suppress(http.client.HTTPException, OSError):
                    connection.request("GET", path)
                    assert connection.getresponse().status in (502, 503)
                # A proxy that takes a slow server for one that is down sends nothing.
                assert publishes in ([], [path]), publishes
                return publishes == [path]
            reached(arrives, "a server reading the publish")


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


def test_haproxy_with_example_messages_and_long_polls_pass():
    """HAProxy, with the example: messages and long polls pass, and a server that is not ready gets no traffic"""
    with tempfile.TemporaryDirectory() as folder, Server(8080) as server, haproxy(folder):
        works_through_the_proxy()
        server.stop()
        reached(lambda: fetch(FRONT + "/time/0")[0] == 503, "HAProxy taking the server out")
        with Server(8080):
            reached(lambda: fetch(FRONT + "/time/0")[0] == 200, "HAProxy taking the server in")


def test_haproxy_while_one_of_two_servers_drains():
    """HAProxy: while one of two servers drains, busy clients and waiting ones see no error and no reset"""
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


def test_nginx_with_example_messages_and_long_polls_pass():
    """nginx, with the example: messages and long polls pass"""
    with tempfile.TemporaryDirectory() as folder, Server(8080), nginx(folder):
        works_through_the_proxy()


def test_haproxy_with_examples_of_one_server_and_of_cluster():
    """HAProxy, with the examples of one server and of a cluster: a publish is sent once, though a server dies after it has read it"""
    publishes_once(haproxy, [8080])
    publishes_once(lambda folder: haproxy(folder, example="cluster/haproxy.cfg"), [8080, 8090, 8100])
    publishes_once(lambda folder: haproxy(folder, example="cluster/haproxy-partitions.cfg"), range(8080, 8140, 10))


def test_nginx_with_one_server_and_with_two():
    """nginx, with one server and with two: a publish is sent once, though a server dies after it has read it"""
    publishes_once(nginx, [8080])
    publishes_once(lambda folder: nginx(folder, " server 127.0.0.1:8090 max_fails=1 fail_timeout=1s;"), [8080, 8090])


def sees_clients(proxy, *arguments):
    """The server logs the address of a client of the proxy, and not one that the client writes into a header."""
    with tempfile.TemporaryDirectory() as folder, proxy(folder), \
            Server(8080, "--trusted-proxy", "127.0.0.1", "--access-log", "--log-format", "json", *arguments) as server:
        reached(lambda: fetch(FRONT + "/time/0")[0] == 200, "the proxy serving")
        for client in ("127.0.0.7", "127.0.0.8"):
            connection = http.client.HTTPConnection("127.0.0.1", 8000, source_address=(client, 0))
            with contextlib.closing(connection):
                forged = {"X-Forwarded-For": "203.0.113.9", "Forwarded": "for=203.0.113.9"}
                connection.request("GET", f"/publish/demo/demo/0/c/0/%22{client}%22", headers=forged)
                equal(connection.getresponse().status, 200)

        def peers():
            lines = [json.loads(line) for line in server.written() if line.startswith("{")]
            return [line["peer"] for line in lines if line.get("route") == "publish"]
        reached(lambda: peers() == ["127.0.0.7", "127.0.0.8"], "the log of the publishes")


def test_haproxy_and_nginx_with_examples():
    """HAProxy and nginx, with the examples: the server logs the address of the client, which no client can forge"""
    sees_clients(haproxy)
    sees_clients(nginx)


def test_haproxy_with_send_proxy_v2_server_logs_address_of_client():
    """HAProxy with send-proxy-v2: the server logs the address of the client, and serves no connection without the header"""
    sees_clients(lambda folder: haproxy(folder, " send-proxy-v2"), "--proxy-protocol")
    with Server(8080, "--trusted-proxy", "127.0.0.1", "--proxy-protocol") as server:
        connection = http.client.HTTPConnection("127.0.0.1", 8080)
        with contextlib.closing(connection):
            connection.request("GET", "/time/0")
            try:
                raise AssertionError(connection.getresponse().status)
            except (http.client.HTTPException, OSError):
                pass
        equal(server.stop(), 0)
