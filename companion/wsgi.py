"""The entry point for any WSGI server: `gunicorn companion.wsgi`."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from companion import warm

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

application = get_wsgi_application()
warm.boxes()
# What is read stays: to look through it for waste would keep people waiting again and again.
gc.collect()
gc.freeze()
