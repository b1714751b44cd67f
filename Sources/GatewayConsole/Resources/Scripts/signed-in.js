// The way back from the identity provider. The browser sends the new session's cookie only with
// requests that begin on a page of the console, such as this one.

import { kept } from "./sign-in-target.js";

location.replace(kept());
