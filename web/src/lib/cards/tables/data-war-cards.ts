export { DATA_WAR_CARDS } from '../../../gen/data-war-cards';
