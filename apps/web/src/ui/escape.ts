/**
 * Esc is for what the person is in. A toast comes over a dialog and leaves the focus there, and yet, as the newest layer, it
 * alone is told of the key: it passes it on, and what holds the focus takes it. [interface brief, section 4]
 */
const passed = new WeakSet<Event>();

/** For the toast, which keeps the key only where nothing is open that it could be meant for. */
export function passEscape(event: KeyboardEvent): void {
  if (!(event.target instanceof Element) || event.target.closest("[role=dialog]") === null) return;
  event.preventDefault();
  passed.add(event);
}

/** For what is open: the key that a toast has passed on; every other one comes by itself. */
export function takeEscape(close: () => void): (event: { nativeEvent: KeyboardEvent }) => void {
  return ({ nativeEvent }) => {
    if (passed.delete(nativeEvent)) close();
  };
}
