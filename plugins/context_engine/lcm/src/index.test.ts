import { describeContextEngine } from '@hermes-context/testing';
import { contextEngine } from './index.ts';

describeContextEngine('lcm', (services) => contextEngine.create(contextEngine.parseOptions({}), services));
