export { INNOVATION_CARDS } from '../../../gen/innovation-cards';
