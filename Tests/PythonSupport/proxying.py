"""A small HTTP proxy that requires credentials and counts requests."""

import base64
import http.client
import http.server
import select
import socket
import threading
import urllib.parse

from running import PATIENCE


class Proxy:
    """A proxy on a free port of this machine; `credentials` are `name:password`."""

    def __init__(self, credentials):
        self.passed = 0
        self.refused = 0
        wanted = "Basic " + base64.b64encode(credentials.encode()).decode()
        proxy = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def log_message(self, *_):
                pass

            def admitted(self):
                if self.headers.get("Proxy-Authorization") == wanted:
                    proxy.passed += 1
                    return True
                proxy.refused += 1
                self.send_response(407)
                self.send_header("Content-Length", "0")
                self.end_headers()
                return False

            def do_GET(self):
                if not self.admitted():
                    return
                parts = urllib.parse.urlsplit(self.path)
                onward = http.client.HTTPConnection(parts.hostname, parts.port, timeout=PATIENCE)
                try:
                    onward.request("GET", self.path.split(parts.netloc, 1)[1])
                    answer = onward.getresponse()
                    body = answer.read()
                except (OSError, http.client.HTTPException):
                    # The origin is gone, and its response with it.
                    self.close_connection = True
                    return
                self.send_response(answer.status)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
                onward.close()

            def do_CONNECT(self):
                if not self.admitted():
                    return
                host, port = self.path.rsplit(":", 1)
                self.close_connection = True
                with socket.create_connection((host, int(port)), PATIENCE) as onward:
                    self.send_response(200)
                    self.end_headers()
                    other = {self.connection: onward, onward: self.connection}
                    while True:
                        for ready in select.select(list(other), [], [], PATIENCE)[0]:
                            try:
                                data = ready.recv(65536)
                                other[ready].sendall(data)
                            except ConnectionError:
                                # One side was reset, as happens when a client is killed.
                                return
                            if not data:
                                return

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.host = f"127.0.0.1:{self.server.server_address[1]}"
        self.url = f"http://{credentials}@{self.host}"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
