import { Injectable } from '@nestjs/common';
import type { Task, TaskName } from './tasks.ts';

/** The tasks and their implementations. Providers register them during `onModuleInit`; the worker starts after that. */
@Injectable()
export class TaskRegistry {
  readonly #tasks = new Map<TaskName, Task<never>>();

  register<Name extends TaskName>(name: Name, task: Task<Name>): void {
    if (this.#tasks.has(name)) throw new Error(`two tasks named ${name}`);
    this.#tasks.set(name, task as Task<never>);
  }

  get tasks(): ReadonlyMap<TaskName, Task<never>> {
    return this.#tasks;
  }
}
