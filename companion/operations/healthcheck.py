"""Exits with 0 if the app on this machine is healthy, else 1: a container's health check.

    python -m companion.operations.healthcheck [port]

It sends a request as a proxy does: under the app's own host name, as if over HTTPS.
"""

import http.client
import os
import sys

PATIENCE = 5.0


def main(port: int) -> int:
    host = os.environ.get("COMPANION_HOSTS", "").replace(",", " ").split() or ["localhost"]
    asked = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
    try:
        asked.request("GET", "/health", headers={"Host": host[0], "X-Forwarded-Proto": "https"})
        answer = asked.getresponse()
        print(answer.read(1000).decode("utf-8", "replace"))
        return 0 if answer.status == 200 else 1
    except (OSError, http.client.HTTPException) as error:
        print(error)
        return 1
    finally:
        asked.close()


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 8000))
