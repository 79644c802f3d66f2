import './access.section';
import './isolation.section';
import './misread-input.section';
import './open-api.section';
import './docs.section';
import './sdk.section';
