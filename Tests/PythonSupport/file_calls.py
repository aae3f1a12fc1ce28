"""Calls about files, for the checks."""

import json
import urllib.error
import urllib.request

from running import PATIENCE, equal


def call(method, url, body=None, headers=None):
    """Status, headers and body; redirects are followed."""
    request = urllib.request.Request(url, method=method, data=body, headers=headers or {})
    try:
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


class Files:
    """The files of a channel of an origin."""

    def __init__(self, address, channel, keyset="demo-sub"):
        self.root = f"{address}/v1/files/{keyset}/channels/{channel}"

    def form(self, name):
        status, _, body = call("POST", self.root + "/generate-upload-url", json.dumps({"name": name}).encode())
        equal(status, 200)
        return json.loads(body)

    def upload(self, form, content):
        """Sends a file with a form; gives the status."""
        request = form["file_upload_request"]
        parts = [f'--b\r\nContent-Disposition: form-data; name="{field["key"]}"\r\n\r\n{field["value"]}\r\n'
                 for field in request["form_fields"]]
        parts.append('--b\r\nContent-Disposition: form-data; name="file"; filename="x"\r\n\r\n')
        body = "".join(parts).encode() + content + b"\r\n--b--\r\n"
        return call("POST", request["url"], body, {"Content-Type": "multipart/form-data; boundary=b"})[0]

    def store(self, name, content):
        """Sends a file; gives its identifier."""
        form = self.form(name)
        equal(self.upload(form, content), 204)
        return form["data"]["id"]

    def list(self):
        """The files by their identifiers."""
        found, token = {}, ""
        while token is not None:
            status, _, body = call("GET", f"{self.root}/files?limit=7{token}")
            equal(status, 200)
            page = json.loads(body)
            found.update({file["id"]: (file["name"], file["size"]) for file in page["data"]})
            token = page["next"] and f"&next={page['next']}"
        return found

    def content(self, identifier, name):
        """The bytes of a file; None if there is none."""
        status, _, body = call("GET", f"{self.root}/files/{identifier}/{name}")
        assert status in (200, 404), (status, body)
        return body if status == 200 else None

    def remove(self, identifier, name):
        equal(call("DELETE", f"{self.root}/files/{identifier}/{name}")[0], 200)
