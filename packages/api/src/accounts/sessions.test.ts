import { describeSessions } from "../testing/sessions-suite.ts";
import { createSessions } from "./sessions.ts";

describeSessions("[DP-2] sessions kept by lucia", createSessions);
