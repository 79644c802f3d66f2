import './bodies.section';
import './requests.section';
import './transport.section';
import './payers.section';
