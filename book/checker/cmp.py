import csv
def norm(p):
    return set(x.split(':')[0] for x in p.split(',')) if p!='-' else set()
rows=[l.rstrip('\n').split('\t') for l in open('/work/wt-checker/tests/data/forbidden_points.tsv')][1:]
out=[set(l.split()) - {'-'} for l in open('f.out')]
print(len(rows),len(out),sum(norm(r[4])!=o for r,o in zip(rows,out)))
