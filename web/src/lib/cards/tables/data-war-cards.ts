export { DATA_WAR_CARDS, FIRST_FALL } from '../../../gen/data-war-cards';
