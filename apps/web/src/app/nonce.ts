/**
 * Hands the nonce of this answer to the libraries that add style elements (the scroll lock behind dialogs), before any of
 * them is loaded. It is read from the property: the browser hides the attribute. [HD-1]
 */
import { setNonce } from "get-nonce";

const meta = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]');
if (meta !== null && meta.nonce !== "") setNonce(meta.nonce);
