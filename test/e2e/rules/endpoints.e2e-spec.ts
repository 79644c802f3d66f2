import './endpoints.section';
import './endpoint-facts.section';
import './conversion-facts.section';
import './panel-operations.section';
import './transfer-payloads.section';
