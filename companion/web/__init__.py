"""What the parts share: forms, scores, charts, what browsers post. It knows none of them."""
