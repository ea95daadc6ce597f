/** Who administers in this page, for everything inside the frame. */
import { createContext, useContext } from "react";
import { present } from "@relaydeck/kit/assert";

interface AdminSession {
  readonly username: string;
  /** The password was generated: nothing but its change is open. */
  readonly mustChangePassword: boolean;
}

export const AdminSessionContext = createContext<AdminSession | null>(null);

export function useAdminSession(): AdminSession {
  return present(useContext(AdminSessionContext), "AdminInside is missing above");
}
