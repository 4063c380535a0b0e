export { type LegendOptions, legend } from './legend.ts';
