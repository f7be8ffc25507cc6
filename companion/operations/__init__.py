"""What whoever runs this needs: a sound start, back-ups, and somebody who says what is wrong."""
