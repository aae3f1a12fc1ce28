"""A server that sends responses that a check defines and that the origin would never send."""

import http.server
import ssl
import threading


class Answering:
    """Serves on a free port; `answer(path)` gives (status, body) or None to close the connection without a word.

    With `certificate`, a PEM file of key and certificate, it speaks TLS.
    """

    def __init__(self, answer, certificate=None):
        paths = self.paths = []
        bodies = self.bodies = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                paths.append(self.path)
                bodies.append(self.rfile.read(int(self.headers.get("Content-Length") or 0)).decode())
                found = answer(self.path)
                if found is None:
                    self.close_connection = True
                    return
                status, body = found
                data = body.encode()
                self.send_response(status)
                self.send_header("Content-Type", "text/javascript; charset=\"UTF-8\"")
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_DELETE = do_PATCH = do_GET

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        # A client may close the connection before it has read the response.
        self.server.handle_error = lambda *_: None
        if certificate:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
        self.address = f"http{'s' if certificate else ''}://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


TIME = (200, "[14818963707386265]")


def otherwise_time(answer):
    """A function that responds to time requests as the service does, and passes others to `answer`."""
    return lambda path: TIME if path.startswith("/time/") else answer(path)
