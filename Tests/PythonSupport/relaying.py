"""A relay between a client and a server that delays, splits, changes and resets connections."""

import socket
import struct
import threading
import time


class Relay:
    """Listens on this machine and passes everything on to `target`.

    `size` bounds the bytes that are passed on at once and `pause` is the time before each; both are for answers only. `changed` gets
    what the client sent, part by part, and returns what the server is to get.
    """

    def __init__(self, target, size=65536, pause=0.0, changed=bytes):
        host, port = target.removeprefix("http://").rsplit(":", 1)
        self.target, self.size, self.pause, self.changed = (host, int(port)), size, pause, changed
        self.lock, self.connections, self.is_silent = threading.Lock(), set(), False
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.listener.close()
        self.reset()

    def reset(self):
        """Resets every connection, and returns their number."""
        with self.lock:
            connections, self.connections = self.connections, set()
        for connection in connections:
            try:
                connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                connection.shutdown(socket.SHUT_RD)
            except OSError:
                pass
            connection.close()
        return len(connections)

    def _accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                origin = socket.create_connection(self.target)
            except OSError:
                return
            for end in (client, origin):
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            with self.lock:
                self.connections |= {client, origin}
            threading.Thread(target=self._pass, args=(client, origin, 65536, 0.0, self.changed), daemon=True).start()
            threading.Thread(target=self._pass, args=(origin, client, self.size, self.pause, bytes), daemon=True).start()

    def _pass(self, source, sink, size, pause, changed):
        try:
            while found := source.recv(65536):
                found = changed(found)
                for start in range(0, len(found), size):
                    if pause:
                        time.sleep(pause)
                    sink.sendall(found[start:start + size])
            sink.shutdown(socket.SHUT_WR)
        except OSError:
            with self.lock:
                self.connections -= {source, sink}
            for end in (source, sink):
                end.close()
