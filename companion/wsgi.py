"""The entry point for any WSGI server: `gunicorn companion.wsgi`."""

import os

from django.core.wsgi import get_wsgi_application

from companion import warm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

application = get_wsgi_application()
warm.boxes()
