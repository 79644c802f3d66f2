import './api-keys.section';
import './sign-in.section';
import './users.section';
import './account.section';
