"""The entry point for any WSGI server: ``gunicorn companion.wsgi``."""

import gc
import os

from django.core.wsgi import get_wsgi_application

from companion import preload

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "companion.settings")

gc.disable()  # what is loaded here stays for good: searching it for garbage only takes time
application = get_wsgi_application()
preload.load_all()
gc.freeze()
gc.set_threshold(20_000, 20, 100)
gc.enable()
