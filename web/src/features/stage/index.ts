export { default } from './stage.tsx';
