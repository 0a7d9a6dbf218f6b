export { ACHIEVEMENT_POINTS, INNOVATION_CARDS, SPECIAL_ACHIEVEMENTS } from '../../../gen/innovation-cards';
