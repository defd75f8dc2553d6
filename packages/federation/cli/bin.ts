#!/usr/bin/env node
// `course-remote` of the packed package: a remote's own repository has it in node_modules/.bin.
import './main.ts';
