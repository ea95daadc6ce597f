/** A page that the browser kept alive behind another one may show what its visitor has left: it is read again. [HD-4] */
export function beginAnewWhenKept(): () => void {
  const onShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted) location.reload();
  };
  addEventListener("pageshow", onShow);
  return () => removeEventListener("pageshow", onShow);
}
