import './api-keys.section';
import './sign-in.section';
import './browser-sessions.section';
import './passwords.section';
import './second-factor.section';
import './fresh-sessions.section';
import './users.section';
import './account.section';
