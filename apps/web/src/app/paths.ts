/**
 * The one list of addresses that the application answers. [D15]
 *
 * The build writes it into dist/pages.json, and the server answers 404 for every page that is not in it;
 * routes.tsx maps the same names to screens. A new screen is a new line here.
 */
export const paths = {
  home: "/",
  dashboard: "/dashboard",
  login: "/login",
  register: "/register",
  verifyEmail: "/verify-email",
  forgotPassword: "/forgot-password",
  resetPassword: "/reset-password",
  pauseAlert: "/pause-alert",
  profile: "/profile",
  confirmEmail: "/confirm-email",
  acceptInvite: "/accept-invite",
  adminLogin: "/admin/login",
  adminDashboard: "/admin/dashboard",
  adminAnalytics: "/admin/analytics",
  adminOperations: "/admin/operations",
  adminPassword: "/admin/change-password",
} as const;

export type ClientPath = (typeof paths)[keyof typeof paths];

export const clientPaths: readonly ClientPath[] = Object.values(paths);

/**
 * Pages of the signed-in area, and those that only lead there once somebody is signed in; everything else is public and
 * looks the same for everybody. public/theme.js holds the same list.
 */
export const insidePaths: readonly string[] = [
  paths.home,
  paths.dashboard,
  paths.profile,
  paths.confirmEmail,
  paths.acceptInvite,
  paths.login,
  paths.register,
];

/** Pages behind the administrator's sign-in, whoever else is signed in. public/theme.js holds the same list. */
export const adminInsidePaths: readonly string[] = [
  paths.adminDashboard,
  paths.adminAnalytics,
  paths.adminOperations,
  paths.adminPassword,
];

/** Addresses outside the application to which the browser is sent as a whole. */
export const serverPaths = {
  signInAgain: "/api/login",
  googleSignIn: "/api/auth/google",
  apiDocs: "/docs",
  demoSession: "/demo/session",
  demoMailbox: "/demo/mailbox",
} as const;

/** Where the skip link leads on every page. */
export const mainId = "main";
