/** The sign-in page with what it needs to call; without the query cache of the area behind it. (A5) */
import type { Clock } from "@relaydeck/kit/clock";
import { CallsProvider } from "../public/calls.tsx";
import { ClockContext } from "../public/wait.tsx";
import "../public/public.css";
import "./admin.css";
import { AdminLoginPage } from "./admin-login-page.tsx";
import { AdminSignInFrame } from "./admin-sign-in-frame.tsx";

export function AdminSignIn({ clock }: { clock: Clock }) {
  return (
    <CallsProvider>
      <ClockContext value={clock}>
        <AdminSignInFrame>
          <AdminLoginPage />
        </AdminSignInFrame>
      </ClockContext>
    </CallsProvider>
  );
}
