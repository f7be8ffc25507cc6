"""Exits with 0 if the app on this machine is healthy, else 1: a container's health check.

    python -m companion.operations.healthcheck [port]

It sends a request as a proxy does: under the app's own host name, as if over HTTPS.
"""

import http.client
import os
import sys

MOST_BYTES = 1024 * 1024
PATIENCE = 5.0


def ask(port: int, host: str, path: str, seconds: float) -> tuple[int, str]:
    """Sends a GET of ``path`` to a port of this machine; returns (status, text).

    Returns (0, error) if it fails. ``host``: name of the server, for the Host header. ``seconds``:
    time to wait.
    """
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=seconds)
    try:
        asked.request("GET", path, headers={"Host": host, "X-Forwarded-Proto": "https"})
        answer = asked.getresponse()
        return answer.status, answer.read(MOST_BYTES).decode("utf-8", "replace")
    except (OSError, http.client.HTTPException) as error:
        return 0, str(error)
    finally:
        asked.close()


def main(port: int) -> int:
    host = os.environ.get("COMPANION_HOSTS", "").replace(",", " ").split() or ["localhost"]
    status, text = ask(port, host[0], "/health", PATIENCE)
    print(text)
    return 0 if status == 200 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000))
