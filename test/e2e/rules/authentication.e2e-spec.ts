import './authentication.section';
import './authentication-order.section';
import './authentication-permissions.section';
import './authentication-keys.section';
