// Sets the theme before the first paint; a blocking file of our own, because the content policy allows no inline script. [D14, HD-1]
// src/app/theme.ts holds the same rule for changes made later. The list in the footer, which comes with the page, says the same.
(function () {
  var root = document.documentElement;
  var chosen = null;
  try {
    chosen = localStorage.getItem("relaydeck-theme");
  } catch {
    // Storage is switched off in this browser: nobody can have chosen anything.
  }
  var inside =
    (root.dataset.session === "open" &&
      ["/", "/dashboard", "/profile", "/confirm-email", "/accept-invite", "/login", "/register"].indexOf(location.pathname) >=
        0) ||
    ["/admin/dashboard", "/admin/analytics", "/admin/operations", "/admin/change-password"].indexOf(location.pathname) >= 0;
  var preference = chosen === "light" || chosen === "dark" || chosen === "system" ? chosen : inside ? "system" : "light";
  var dark = preference === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : preference === "dark";
  root.dataset.theme = dark ? "dark" : "light";

  // Before anybody sees it: the list is drawn as it looks for nearly everybody, and no script of the page is loaded yet.
  var arriving = new MutationObserver(function () {
    var option = document.querySelector('[data-choice="theme"] option[value="' + preference + '"]');
    if (option === null) return;
    option.selected = true;
    arriving.disconnect();
  });
  arriving.observe(root, { childList: true, subtree: true });
  document.addEventListener("DOMContentLoaded", function () {
    arriving.disconnect();
  });
})();
