import './limits.section';
import './transfer-limits.section';
