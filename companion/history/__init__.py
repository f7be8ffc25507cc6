"""Games that were played: by phone or group, in figures, and as files in and out."""
